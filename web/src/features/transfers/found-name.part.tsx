import './found-name.css';
import { Icon } from '../../ui/icon.tsx';

/** The institution or biller that a number stands for. */
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
