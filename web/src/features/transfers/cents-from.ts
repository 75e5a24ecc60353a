/** Dollars of an answer as integer cents; null: no limit, or not known. */
export function centsFrom(dollars: number | null | undefined): number | null {
  return typeof dollars === 'number' ? Math.round(dollars * 100) : null;
}
