// Agreement for followers and traders.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { FeatureWords } from '../components/feature-words'
import { PageHeader } from '../components/page-header'
import { titleOf } from '../text/title.server'
import { broughtTexts } from '../text/words.server'
import { readLanguage } from '../visitor/visitor.server'

export { pageTitle as meta } from '../text/title'

export const loader = ({ request }: LoaderFunctionArgs) => ({
  texts: broughtTexts(readLanguage(request), 'copy'),
  title: titleOf(request, 'copy', 'agreement_title'),
})

const PARAGRAPHS = [
  'agreement_1',
  'agreement_2',
  'agreement_3',
  'agreement_4',
  'agreement_5',
  'agreement_6',
  'agreement_7',
  'agreement_8',
] as const

export default function Page() {
  const { texts, title } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="copy" texts={texts}>
      <div className="mx-auto max-w-3xl lg:px-5">
        <PageHeader title={title} backTo="/copy" />
        <Paragraphs />
      </div>
    </FeatureWords>
  )
}

function Paragraphs() {
  const { t } = useTranslation('copy')
  return (
    <ol className="panel mx-4 mb-6 grid list-decimal gap-3 p-4 pl-9 text-sm leading-relaxed lg:mx-0">
      {PARAGRAPHS.map((paragraph) => (
        <li key={paragraph}>{t(paragraph)}</li>
      ))}
    </ol>
  )
}
