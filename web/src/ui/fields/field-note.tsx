import './field-note.css';
import { Icon } from '../icon.tsx';
import { Wheel } from './wheel.tsx';

type FieldNoteProps = {
  readonly tone: 'ok' | 'busy' | 'plain';
  /** Empty without a message: the live region exists already, so a later text is announced. */
  readonly text: string;
};

/** Message below a field: a lookup in progress, or its result. */
export function FieldNote({ tone, text }: FieldNoteProps) {
  return (
    <p className={`field-note field-note--${tone}`} role="status">
      {text === '' ? null : (
        <>
          {tone === 'ok' ? <Icon name="check" size="s" /> : null}
          {tone === 'busy' ? <Wheel /> : null}
          <span>{text}</span>
        </>
      )}
    </p>
  );
}
