// Special flags of an account: granted and withdrawn at the desk by two people, part of the profile.

/** market_maker: quotes both sides for the house. professional: may trade products closed to others. */
export const ACCOUNT_FLAGS = ['market_maker', 'professional'] as const
export type AccountFlag = (typeof ACCOUNT_FLAGS)[number]

export interface FlaggedAccount {
  readonly isMarketMaker: boolean
  readonly isProfessional: boolean
}

export const hasFlag = (account: FlaggedAccount, flag: AccountFlag): boolean =>
  flag === 'market_maker' ? account.isMarketMaker : account.isProfessional
