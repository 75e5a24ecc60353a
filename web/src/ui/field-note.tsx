import './field-note.css';
import { Icon } from './icon.tsx';
import { Wheel } from './wheel.tsx';

type FieldNoteProps = {
  readonly tone: 'ok' | 'busy' | 'plain';
  /** Empty while there is nothing to say: the line is there already, so that what comes is read out. */
  readonly text: string;
};

/** Below a field: that it is being looked up, and what was found. */
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
