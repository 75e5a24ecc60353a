import { Button } from '@wattle/web/ui/button.tsx';
import { type ReactNode, useState } from 'react';
import type { AnyInput } from '../../calls/commands.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { Pane } from '../../ui/pane.tsx';

export type CaseAction = {
  readonly command: string;
  readonly words: string;
  readonly given: AnyInput;
  /** Words above its fields about the effect. */
  readonly about?: ReactNode;
  readonly isMain?: boolean;
  /** In place of the form that is drawn from the command. */
  readonly form?: ReactNode;
};

/** Buttons of a case for the head of its page, and the form of the pressed button. */
export function useCaseActions(actions: readonly CaseAction[]): {
  readonly buttons: ReactNode;
  readonly form: ReactNode;
} {
  const [open, setOpen] = useState('');
  const action = actions.find(({ command }) => command === open);
  return {
    buttons: actions.map(({ command, words, isMain }) => (
      <Button
        key={command}
        {...(!isMain && { tone: 'line' as const })}
        aria-expanded={command === open}
        onClick={() => setOpen(command === open ? '' : command)}
      >
        {words}
      </Button>
    )),
    form: action ? (
      <Pane key={action.command} title={action.words}>
        {action.form ?? (
          <CommandForm name={action.command} given={action.given} action={action.words}>
            {action.about ? <p>{action.about}</p> : null}
          </CommandForm>
        )}
      </Pane>
    ) : null,
  };
}
