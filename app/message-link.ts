// Where a message leads: the page on which what it tells of can be seen.

import { type MessageKind, groupOf } from '#domain/message'

export function messageLink(kind: MessageKind): string {
  switch (groupOf(kind)) {
    case 'funds':
      return kind === 'balance_corrected' ? '/assets/bills' : '/assets/requests'
    case 'orders':
      return '/orders'
    case 'security':
      return '/settings/security'
    case 'identity':
      return '/settings/identity'
    case 'rewards':
      if (kind === 'coupon_received') return '/coupons'
      return kind === 'rebate_received' ? '/invite' : '/settings/vip'
  }
}
