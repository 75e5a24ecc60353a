import type { AppContext } from '../../../compose/context.ts';

/** Keyed hash of a token that undoes a change of contact, the only form that is stored. */
export function hashOfUndo({ secrets }: Pick<AppContext, 'secrets'>, brandId: number, token: string): Buffer {
  return secrets.identifierHash(`${brandId}:undo contact`, token);
}
