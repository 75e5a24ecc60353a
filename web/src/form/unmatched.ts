/** Problems of a password that is typed twice: a mismatch is said at both fields. */
export function unmatched<First extends string, Again extends string>(
  first: First,
  again: Again,
  values: Readonly<Record<First | Again, string>>,
): Partial<Record<First | Again, string>> {
  const problems: Partial<Record<string, string>> = {};
  if (values[again] === '') problems[again] = 'required';
  else if (values[first] !== values[again]) {
    problems[first] = 'passwordUnmatched';
    problems[again] = 'passwordUnmatched';
  }
  return problems;
}
