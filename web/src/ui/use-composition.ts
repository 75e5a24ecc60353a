import { type SyntheticEvent, useRef, useState } from 'react';

/**
 * Key of an input method: it chooses or ends what is being composed. Safari ends a composition before the key that
 * ended it, which is told by its code 229 alone (WebKit bug 165004).
 */
export function isComposingKey(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Enter that ends a composition submits no form, in any field. */
export function keepFormsWhileComposing(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Enter' && isComposingKey(event)) event.preventDefault();
    },
    { capture: true },
  );
}

/**
 * Events of a field that rewrites what is typed into it. `take` gets the field and the input type, such as
 * `deleteContentBackward`. While an input method composes, the field shows `composed` and nothing is taken: rewriting
 * would end the composition.
 */
export function useComposition(take: (input: HTMLInputElement, inputType: string) => void) {
  const isComposing = useRef(false);
  const [composed, setComposed] = useState<string | null>(null);
  return {
    composed,
    events: {
      onCompositionStart: () => {
        isComposing.current = true;
      },
      onCompositionEnd: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
        isComposing.current = false;
        setComposed(null);
        take(currentTarget, 'insertFromComposition');
      },
      onChange: ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
        if (isComposing.current) setComposed(currentTarget.value);
        else take(currentTarget, nativeEvent instanceof InputEvent ? nativeEvent.inputType : '');
      },
    },
  } as const;
}
