import type { Specimen } from './specimen.tsx';

/** What people type and choose with. */
export const inputSpecimens: readonly Specimen[] = [];
