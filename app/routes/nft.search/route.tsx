// A search among works and artists.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { Field } from '../../components/field'
import { ArtistList } from '../../components/nft/artists'
import { NftTabs, WorkGallery } from '../../components/nft/works'
import { PageHeader } from '../../components/page-header'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default featurePage('nft', Search)

function Search() {
  const { t } = useTranslation('nft')
  const { title, query, works, artists, now, ...pages } = useLoaderData<typeof loader>()
  return (
    <div className="pb-8 lg:px-5">
      <PageHeader title={title} backTo="/nft" />
      <NftTabs />
      <Form method="get" role="search" className="flex items-end gap-2 px-4 pb-4 lg:px-0">
        <Field
          label={t('search_hint')}
          type="search"
          name="keyword"
          maxLength={60}
          defaultValue={query.keyword}
          className="grow"
        />
        <Button variant="brand">{t('find')}</Button>
      </Form>
      {artists.length > 0 && (
        <section className="pb-4">
          <h2 className="px-4 pb-2 font-semibold lg:px-0">{t('artists')}</h2>
          <ArtistList artists={artists} level={3} />
        </section>
      )}
      <h2 className="px-4 pb-2 font-semibold lg:px-0">{t('artworks')}</h2>
      <WorkGallery works={works} now={now} pages={pages} level={3} />
    </div>
  )
}
