import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';

type AskAgainProps = {
  readonly ask: () => Promise<unknown>;
  readonly label: string;
  /** Shown after an answer that did not change the page. */
  readonly still: string;
};

/** Asks again for the result of an identity check that is not finished. */
export function AskAgain({ ask, label, still }: AskAgainProps) {
  const [state, setState] = useState<'idle' | 'asking' | 'asked'>('idle');
  const onPress = () => {
    setState('asking');
    void ask().then(() => setState('asked'));
  };
  return (
    <>
      <Button tone="line" wide busy={state === 'asking'} onClick={onPress}>
        {label}
      </Button>
      <p role="status">{state === 'asked' ? still : ''}</p>
    </>
  );
}
