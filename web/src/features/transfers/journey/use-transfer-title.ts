import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** Title of the page: of the question whom to pay, or of the area; at a brand without transfers it is about bills. */
export function useTransferTitle(page: 'whom' | 'title'): string {
  const t = useTexts('transfers');
  const { transfers } = useBrand().Features;
  if (page === 'whom') return t(transfers ? 'whom.title' : 'whom.title.bills');
  return t(transfers ? 'title' : 'title.bills');
}
