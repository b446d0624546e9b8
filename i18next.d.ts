// The keys of `t`: those of the English files, which are all flat.

import 'i18next'
import type content from './locales/en/content.json'
import type desk from './locales/en/desk.json'
import type fields from './locales/en/fields.json'
import type funds from './locales/en/funds.json'
import type home from './locales/en/home.json'
import type identity from './locales/en/identity.json'
import type inbox from './locales/en/inbox.json'
import type mail from './locales/en/mail.json'
import type market from './locales/en/market.json'
import type messages from './locales/en/messages.json'
import type pages from './locales/en/pages.json'
import type promotion from './locales/en/promotion.json'
import type pwa from './locales/en/pwa.json'
import type refusals from './locales/en/refusals.json'
import type search from './locales/en/search.json'
import type security from './locales/en/security.json'
import type settings from './locales/en/settings.json'
import type shell from './locales/en/shell.json'
import type spot from './locales/en/spot.json'
import type ui from './locales/en/ui.json'
import type verification from './locales/en/verification.json'
import type wallet from './locales/en/wallet.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: false
    keySeparator: false
    nsSeparator: false
    resources: {
      content: typeof content
      desk: typeof desk
      fields: typeof fields
      funds: typeof funds
      home: typeof home
      identity: typeof identity
      inbox: typeof inbox
      mail: typeof mail
      market: typeof market
      messages: typeof messages
      pages: typeof pages
      promotion: typeof promotion
      pwa: typeof pwa
      refusals: typeof refusals
      search: typeof search
      security: typeof security
      settings: typeof settings
      shell: typeof shell
      spot: typeof spot
      ui: typeof ui
      verification: typeof verification
      wallet: typeof wallet
    }
  }
}
