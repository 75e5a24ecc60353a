/** The staff of the demo programmes, two a tenant: one asks, the other one approves. */
export const STAFF = [
  { tenantId: 1, programme: 'Harbour Mutual', name: 'kate', fullName: 'Kate Lowe' },
  { tenantId: 1, programme: 'Harbour Mutual', name: 'omar', fullName: 'Omar Aziz' },
  { tenantId: 2, programme: 'Southern Programmes', name: 'mia', fullName: 'Mia Costa' },
  { tenantId: 2, programme: 'Southern Programmes', name: 'lars', fullName: 'Lars Holm' },
] as const;

/** Public on purpose, like every secret of the demo. */
export const STAFF_PASSWORD = 'Desk-Banksia-2026';
