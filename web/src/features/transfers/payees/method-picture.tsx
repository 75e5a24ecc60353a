import './payee-picture.css';
import { Stroke } from '../../../ui/charts/stroke.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { MethodDescriptor } from '../payment-method.ts';

/** Picture of a payee that has no name yet: that of its method. */
export function MethodPicture({ shape, pays }: Pick<MethodDescriptor, 'shape' | 'pays'>) {
  return (
    <span className={classNames('payee-picture', pays === 'billers' && 'payee-picture--biller')} aria-hidden="true">
      <Stroke shape={shape} />
    </span>
  );
}
