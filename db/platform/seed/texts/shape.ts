// The shape of the seeded texts: the same documents and articles in every language. "{{site}}" becomes the site's name.

export interface SeedDocument {
  readonly title: string
  readonly sections: readonly (readonly [heading: string, ...paragraphs: string[]])[]
}

export interface SeedArticle {
  readonly title: string
  readonly abstract: string
  readonly paragraphs: readonly string[]
}

type DocumentKind = 'faq' | 'contactus' | 'aboutus' | 'operational_compliance' | 'terms'

export type ArticleKey =
  | 'risk_notice'
  | 'matching'
  | 'fees'
  | 'account_safety'
  | 'banner_spot'
  | 'banner_fair'
  | 'banner_safety'

export interface LanguageTexts {
  readonly documents: Readonly<Record<DocumentKind, SeedDocument>>
  readonly articles: Readonly<Record<ArticleKey, SeedArticle>>
}
