/** Of each row the value of one field, or the values of several. */
export function pluck<T, K extends keyof T>(rows: readonly T[], field: K): T[K][];
export function pluck<T, K extends keyof T>(rows: readonly T[], ...fields: readonly K[]): T[K][][];
export function pluck<T, K extends keyof T>(rows: readonly T[], ...fields: readonly K[]): unknown[] {
  const [field, ...others] = fields;
  if (field === undefined) return [];
  return rows.map((row) => (others.length === 0 ? row[field] : fields.map((name) => row[name])));
}
