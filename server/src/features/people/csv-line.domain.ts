/** The values of one line of comma-separated values; a value in quotes may hold commas, and quotes twice. Null: broken. */
export function csvValues(line: string): string[] | null {
  const values: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] === '"') {
      let value = '';
      at += 1;
      for (;;) {
        const end = line.indexOf('"', at);
        if (end < 0) return null;
        value += line.slice(at, end);
        at = end + 1;
        if (line[at] !== '"') break;
        value += '"';
        at += 1;
      }
      values.push(value.trim());
      if (at < line.length && line[at] !== ',') return null;
    } else {
      const comma = line.indexOf(',', at);
      const end = comma < 0 ? line.length : comma;
      const value = line.slice(at, end);
      if (value.includes('"')) return null;
      values.push(value.trim());
      at = end;
    }
    if (at >= line.length) return values;
    at += 1;
  }
}

/** One line of comma-separated values. */
export function csvLine(values: readonly string[]): string {
  return values.map((value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');
}
