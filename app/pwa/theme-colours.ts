// The page's own colours of app/styles/tokens.css, for what is drawn outside of the page: a system's bars and the offline page.

export const LIGHT_PAGE = '#f4f5f8'
export const DARK_PAGE = '#0b0e13'
