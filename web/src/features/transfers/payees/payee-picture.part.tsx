import './payee-picture.css';
import { AppIcon } from '../../../ui/app-icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { initialsOf } from './payees.domain.ts';

type PayeePictureProps = {
  readonly name: string;
  readonly isBiller: boolean;
  readonly isLarge?: boolean;
};

/** A person is round, a biller is square. */
export function PayeePicture({ name, isBiller, isLarge = false }: PayeePictureProps) {
  return (
    <span
      className={classNames('payee-picture', isBiller && 'payee-picture--biller', isLarge && 'payee-picture--large')}
      aria-hidden="true"
    >
      {isBiller ? <AppIcon name="document" /> : initialsOf(name)}
    </span>
  );
}
