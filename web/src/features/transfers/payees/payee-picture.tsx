import './payee-picture.css';
import { AppIcon } from '../../../ui/app-icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { initialsOf, type Listed } from './payees.domain.ts';

type PayeePictureProps = {
  readonly payee: Pick<Listed, 'method' | 'DestinationAccountName'>;
  readonly isLarge?: boolean;
};

/** A person is round, a biller is square. */
export function PayeePicture({ payee, isLarge = false }: PayeePictureProps) {
  const isBiller = payee.method.pays === 'billers';
  return (
    <span
      className={classNames('payee-picture', isBiller && 'payee-picture--biller', isLarge && 'payee-picture--large')}
      aria-hidden="true"
    >
      {isBiller ? <AppIcon name="document" /> : initialsOf(payee.DestinationAccountName)}
    </span>
  );
}
