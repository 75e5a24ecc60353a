/** The environment is invalid; the message names each setting and its error. */
export class ConfigError extends Error {}

/** Whether a URL is on this machine, where traffic cannot be intercepted on the network. */
export function isOnThisMachine(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** Settings that must be set together: one alone is an error. */
export function refuseHalves<Value extends object>(value: Value, names: readonly (keyof Value & string)[]): void {
  const missing = names.filter((name) => value[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return;
  const present = names.find((name) => value[name] !== undefined);
  throw new ConfigError(missing.map((name) => `${name}: is missing beside ${present}`).join('\n'));
}

/** Reads one part of the settings, whose fault does not keep those of the other parts from being named. */
export type Part = <T>(read: () => T) => T;

/** Reads all parts. Throws ConfigError with the faults of each, and those that are known already. */
export function together<T>(known: readonly string[], read: (part: Part) => T): T {
  const faults = [...known];
  const part: Part = (readPart) => {
    try {
      return readPart();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error.message);
      // It is not used: what is read in whole is thrown away.
      return undefined as ReturnType<typeof readPart>;
    }
  };
  const all = read(part);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return all;
}
