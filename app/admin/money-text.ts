// Amounts that arrive as text with their asset, written as the page's language writes numbers.

import { useNumbers } from '../text/numbers'

/** "12.5 USDT" in French: "12,5 USDT". */
export function useMoneyText(): (text: string) => string {
  const numbers = useNumbers()
  return (text) => {
    const [value = '', code = ''] = text.split(' ')
    return `${numbers.decimal(value)}\u00a0${code}`
  }
}
