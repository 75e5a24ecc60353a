import './text-area.css';
import type { ComponentProps } from 'react';
import { CharactersLeft, described, FieldFrame, type FieldWords } from './field.tsx';

type TextAreaProps = Omit<FieldWords, 'note'> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Maximum characters, whose rest is shown. More can be typed, because nothing is truncated silently. */
  readonly limit?: number;
} & Pick<ComponentProps<'textarea'>, 'name' | 'rows' | 'autoComplete' | 'readOnly' | 'disabled' | 'onBlur'>;

/** Text field with several lines that grows with its content. */
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
