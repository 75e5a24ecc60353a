import './info.css';
import { Icon, type IconName } from '../../ui/icon.tsx';

/** The round picture over a page of few words. */
export function PagePicture({ name }: { readonly name: IconName }) {
  return (
    <span className="page-picture">
      <Icon name={name} />
    </span>
  );
}
