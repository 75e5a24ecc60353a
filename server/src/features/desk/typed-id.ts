import { plainText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';

/** Kinds of ids that lists and requests of the desk show as `kind:number`. */
export const ID_KINDS = {
  card: { word: 'card', example: 'card:49' },
  holder: { word: 'person', example: 'holder:48' },
  web: { word: 'sign-in', example: 'web:1' },
} as const;
export type IdKind = keyof typeof ID_KINDS;

export type TypedId<Kind extends IdKind = IdKind> = { readonly kind: Kind; readonly id: bigint; readonly text: string };

const isKind = (kind: string): kind is IdKind => Object.hasOwn(ID_KINDS, kind);

/**
 * An id as `find`, lists and requests show it, of one of these kinds. `asked` names the kinds together. The refusal of
 * an id of another kind names that kind.
 */
export function typedId<Kind extends IdKind>(
  kinds: readonly [Kind, ...Kind[]],
  asked: string = ID_KINDS[kinds[0]].word,
) {
  const takes = `a ${asked} (${kinds.map((kind) => ID_KINDS[kind].example).join(' or ')})`;
  return z
    .string()
    .overwrite((typed) => plainText(typed).toLowerCase())
    .check(({ value, issues }) => {
      const [, kind = ''] = /^([a-z]+):[1-9]\d{0,17}$/.exec(value) ?? [];
      if (kinds.some((one) => one === kind)) return;
      const message = isKind(kind) ? `${value} is a ${ID_KINDS[kind].word}; this asks for ${takes}` : '';
      issues.push({ code: 'custom', input: value, message });
    })
    .describe(takes)
    .transform((text): TypedId<Kind> => {
      const [kind = '', id = ''] = text.split(':');
      return { kind: kind as Kind, id: BigInt(id), text };
    });
}

export const cardInput = typedId(['card']).transform(({ id }) => id);

export const personInput = typedId(['holder']).transform(({ id }) => id);
