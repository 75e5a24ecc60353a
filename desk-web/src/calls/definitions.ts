import { useQuery } from '@tanstack/react-query';
import { type Failure, send } from './send.ts';

/** One input of a command, as the server declares it. */
export type InputDefinition = {
  readonly name: string;
  readonly isRequired: boolean;
  /** True: a switch without a value. */
  readonly isSwitch: boolean;
  /** Words for its value: "an account number of 9 digits". */
  readonly takes: string;
  /** Allowed values, if there is a list. */
  readonly choices?: readonly string[];
};

/** File that a command takes: its most bytes, and its kind: PDF, JPEG or PNG; SVG or PNG; CSV. */
export type TakenFile = { readonly maximum: number; readonly kind: 'document' | 'picture' | 'sheet' | 'workbook' };

/** A command as the server declares it. Its form and its table are drawn from this. */
export type CommandDefinition = {
  readonly name: string;
  /** Its name as it is read: "Charge a fee". */
  readonly title: string;
  readonly summary: string;
  readonly permission: string;
  /** Whether the role of the person who asks permits it. */
  readonly mayGive: boolean;
  /** Needs a second person's approval and a reason. */
  readonly needsApproval: boolean;
  readonly inputs: readonly InputDefinition[];
  readonly takesFile?: TakenFile;
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
