import { type SyntheticEvent, useRef, useState } from 'react';

/**
 * Whether a key belongs to an input method, which selects or ends a composition. Safari ends a composition before its
 * final key, which is recognised only by its code 229 (WebKit bug 165004).
 */
export function isComposingKey(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Prevents Enter from submitting a form when it ends a composition, in any field. */
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
 * Events of a field that rewrites typed text. `take` gets the field and the input type, such as
 * `deleteContentBackward`. During a composition the field shows `composed` and nothing is taken, because rewriting
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
