// What an account may be besides a customer's: granted and withdrawn at the desk by two people, told by the profile to whatever depends on it.

/** market_maker: quotes on both sides for the house. professional: may trade what is closed to others. */
export const ACCOUNT_FLAGS = ['market_maker', 'professional'] as const
export type AccountFlag = (typeof ACCOUNT_FLAGS)[number]

export interface FlaggedAccount {
  readonly isMarketMaker: boolean
  readonly isProfessional: boolean
}

export const hasFlag = (account: FlaggedAccount, flag: AccountFlag): boolean =>
  flag === 'market_maker' ? account.isMarketMaker : account.isProfessional
