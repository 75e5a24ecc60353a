import './text-area.css';
import type { ComponentProps } from 'react';
import { CharactersLeft, described, FieldFrame, type FieldWords } from './field.tsx';

type TextAreaProps = Omit<FieldWords, 'note'> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Tells how much room is left. More can be typed: nothing that somebody writes is cut off unseen. */
  readonly limit?: number;
} & Pick<ComponentProps<'textarea'>, 'name' | 'rows' | 'autoComplete' | 'readOnly' | 'disabled' | 'onBlur'>;

/** A field for more than one line. It grows with what is written. */
export function TextArea({ label, hint, error, wrongWith, value, onValue, limit, ...area }: TextAreaProps) {
  const left = limit === undefined ? null : limit - [...value].length;
  const note = left === null ? undefined : <CharactersLeft left={left} />;
  const words = { id: area.id, label, hint, error, wrongWith, note };
  return (
    <FieldFrame {...words}>
      <textarea
        rows={3}
        {...area}
        className="field__input text-area"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        {...described(words)}
      />
    </FieldFrame>
  );
}
