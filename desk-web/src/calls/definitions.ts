import { useQuery } from '@tanstack/react-query';
import { type Failure, send } from './send.ts';

/** One input of a command, as the server declares it. */
export type InputDefinition = {
  readonly name: string;
  readonly isRequired: boolean;
  /** True: given or not, without a value. */
  readonly isSwitch: boolean;
  /** Words for what it takes: "an account number of 9 digits". */
  readonly takes: string;
  /** The values that it takes, where it takes only these. */
  readonly choices?: readonly string[];
};

/** A command as the server declares it: its forms and its tables are drawn from this. */
export type CommandDefinition = {
  readonly name: string;
  readonly summary: string;
  readonly permission: string;
  /** Whether the role of the person who asks permits it. */
  readonly mayGive: boolean;
  /** A second person approves it, and a reason is asked for. */
  readonly needsApproval: boolean;
  readonly inputs: readonly InputDefinition[];
  /** It takes a file of so many bytes at most. */
  readonly takesFile?: { readonly maximum: number };
};

type Definitions = {
  readonly commands: readonly CommandDefinition[] | undefined;
  readonly failure: Failure | undefined;
  readonly isLooking: boolean;
  readonly retry: () => void;
};

/** Definitions of all commands. They change only with a release. */
export function useDefinitions(): Definitions {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['definitions'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => send<{ readonly commands: readonly CommandDefinition[] }>('commands', { method: 'GET' }),
  });
  return {
    commands: data?.ok ? data.value.commands : undefined,
    failure: data && !data.ok ? data.failure : undefined,
    isLooking: isFetching,
    retry: () => void refetch(),
  };
}

export function useDefinition(name: string): CommandDefinition | undefined {
  return useDefinitions().commands?.find((command) => command.name === name);
}
