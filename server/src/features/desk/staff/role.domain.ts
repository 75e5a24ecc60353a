/**
 * Permission that a command demands. `look`: reads masked data. `act`: changes something, or asks
 * for a change. `view`: looks at an account as its cardholder. `decide`: approves and refuses what others ask for. `staff`: ends and adds staff.
 */
export type Permission = 'look' | 'act' | 'view' | 'decide' | 'staff';

export const ROLES = ['viewer', 'agent', 'manager'] as const;
export type Role = (typeof ROLES)[number];

const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['look'],
  agent: ['look', 'act', 'view'],
  manager: ['look', 'act', 'view', 'decide', 'staff'],
};

export function may(role: Role, permission: Permission): boolean {
  return PERMISSIONS[role].includes(permission);
}
