import * as z from 'zod';
import type { DeskCommand, DeskCommands, Staff, TakenFile } from './desk-command.ts';
import { choicesOf, isSwitch, takenBy } from './input-words.ts';
import { may } from './staff/role.domain.ts';

type Json = Readonly<Record<string, unknown>>;

/** An input of a command, for a form or a description of the API. */
export type InputDefinition = {
  readonly name: string;
  readonly schema: Json;
  /** Completes "takes …". */
  readonly takes: string;
  readonly isRequired: boolean;
  readonly isPositional: boolean;
  readonly isSwitch: boolean;
  readonly choices?: readonly string[];
};

/** Declaration of a command, for programs that give it. */
export type CommandDefinition = {
  readonly name: string;
  /** Its name as it is read in a browser. */
  readonly title: string;
  readonly summary: string;
  readonly permission: string;
  /** A second member of staff has to approve the command before it is carried out. */
  readonly needsApproval: boolean;
  readonly inputs: readonly InputDefinition[];
  /** The command takes a file of up to `maximum` bytes. Its name is the input `name`. */
  readonly takesFile?: TakenFile;
  /** Columns of the answer, in their order. Empty when the answer has the columns of another command. */
  readonly columns: readonly string[];
};

/** JSON Schema of the text that staff type, or of the values that are sent. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
  return rest;
}

/** The definition of a command. Its form, its options and its description are made from it. */
export function definitionOf({
  name,
  title,
  summary,
  permission,
  check,
  takesFile,
  positional,
  input,
  answer,
}: DeskCommand): CommandDefinition {
  return {
    name,
    title,
    summary,
    permission,
    needsApproval: check !== undefined,
    inputs: Object.entries(input.shape).map(([field, schema]) => {
      const choices = isSwitch(schema) ? undefined : choicesOf(schema);
      return {
        name: field,
        schema: jsonSchemaOf(schema, 'input'),
        takes: takenBy(schema),
        isRequired: !schema.safeParse(undefined).success,
        isPositional: field === positional,
        isSwitch: isSwitch(schema),
        ...(choices && { choices }),
      };
    }),
    ...(takesFile && { takesFile }),
    columns: Object.keys(answer.shape),
  };
}

/** Commands do not change while the program runs. */
const known = new WeakMap<DeskCommand, CommandDefinition>();

/** Every command in the order of the list, and whether this member of staff may give it. */
export function definitionsFor(
  commands: DeskCommands,
  { role }: Pick<Staff, 'role'>,
): readonly (CommandDefinition & { readonly mayGive: boolean })[] {
  return [...commands.values()].map((command) => {
    const definition = known.get(command) ?? definitionOf(command);
    known.set(command, definition);
    return { ...definition, mayGive: may(role, command.permission) };
  });
}
