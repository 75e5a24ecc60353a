import './field-group.css';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { described, FieldLines, type FieldWords } from './field.tsx';

type FieldGroupProps = Omit<FieldWords, 'wrongWith'> & {
  /** True: its controls are fields with their own labels. */
  readonly isSection?: boolean;
  /** True if a heading above already has the label, which is then only for screen readers. */
  readonly isLabelHidden?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Called when all of its controls have lost focus, to check them. */
  readonly onLeave?: (() => void) | undefined;
  readonly children: ReactNode;
};

/** Several controls for one question, with one hint and one error, such as a date or a choice. */
export function FieldGroup({ isSection, isLabelHidden, isDisabled, onLeave, children, ...words }: FieldGroupProps) {
  const { id, label, error, note } = words;
  const { 'aria-describedby': describedBy } = described(words);
  return (
    <fieldset
      className={classNames(
        'field field-group',
        isSection && 'field-group--section',
        error !== undefined && 'field--bad',
      )}
      disabled={isDisabled}
      aria-describedby={describedBy}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave?.();
      }}
    >
      <legend className={isLabelHidden ? 'visually-hidden' : 'field__label field-group__legend'}>{label}</legend>
      <FieldLines {...words} />
      {children}
      {note ? <div id={`${id}-note`}>{note}</div> : null}
    </fieldset>
  );
}
