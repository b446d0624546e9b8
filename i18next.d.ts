// The keys of `t`: those of the English files.

import 'i18next'
import type { Words } from './locales/list'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: false
    keySeparator: false
    nsSeparator: false
    resources: Words
  }
}
