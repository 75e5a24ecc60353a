import './found-name.css';
import { Icon } from '../../ui/icon.tsx';

/** The name of the institution or biller that a number belongs to. */
export function FoundName({ name }: { readonly name: string }) {
  return (
    <p className="found-name" role="status">
      {name === '' ? null : (
        <>
          <Icon name="check" size="s" />
          {name}
        </>
      )}
    </p>
  );
}
