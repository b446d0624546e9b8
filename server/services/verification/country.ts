// Which country a bound mobile number speaks for, as a guess where a document's country is not said.

import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** ISO 3166-1 alpha-2; null without a number. Of countries that share a calling code the main one. */
export function guessCountry(mobile: string | null): string | null {
  const number = mobile === null ? undefined : parsePhoneNumberFromString(mobile)
  return number?.country ?? number?.getPossibleCountries()[0] ?? null
}
