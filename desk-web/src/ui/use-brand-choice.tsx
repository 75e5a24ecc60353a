import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Select } from '@wattle/web/ui/fields/select.tsx';
import { type ReactNode, useId, useState } from 'react';
import { useCommand } from '../calls/use-command.ts';

/** Brand that a form is for, and its field; no field where the programme has one brand. */
export function useBrandChoice(): { readonly brand: string; readonly field: ReactNode } {
  const words = useTexts('deskForms');
  const id = useId();
  const { rows: brands = [] } = useCommand('programme', {});
  const [chosen, setChosen] = useState('');
  const [only] = brands;
  if (brands.length <= 1) return { brand: only?.brand ?? '', field: null };
  const field = (
    <Select
      id={id}
      name="brand"
      label={words('field.brand')}
      prompt={words('form.choose')}
      options={brands.map(({ brand, name }) => ({ value: brand, label: name }))}
      value={chosen}
      onValue={setChosen}
    />
  );
  return { brand: chosen, field };
}
