import { METHOD_NAMES, PAYMENT_METHODS, type PaymentMethod } from '@wattle/contract/rules/payment-methods.ts';
import { type FeatureSwitches, isFeatureOn } from './features.domain.ts';
import type { ProductSettings } from './product-settings.ts';

/** Payment methods that a product allows and that no level above has switched off. */
export function allowedMethods(
  settings: ProductSettings,
  levels: readonly FeatureSwitches[],
): ReadonlySet<PaymentMethod> {
  return new Set(
    METHOD_NAMES.filter((name) => {
      const { features, productSetting } = PAYMENT_METHODS[name];
      return settings[productSetting] && features.every((feature) => isFeatureOn(feature, levels));
    }),
  );
}
