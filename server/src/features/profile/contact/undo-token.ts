import type { AppContext } from '../../../context.ts';

/** What is kept of a token that undoes a change of contact. */
export function hashOfUndo({ secrets }: Pick<AppContext, 'secrets'>, brandId: number, token: string): Buffer {
  return secrets.identifierHash(`${brandId}:undo contact`, token);
}
