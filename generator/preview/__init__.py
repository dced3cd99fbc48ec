"""The preview: one HTML page, without network or other files, to look through all of a game.

`gallery` puts the SVG of many pictures into one page, `fonts` the typefaces; `sections` says what the page
tells, `page` puts it together. The page's look and its few lines of script are data: page.css, page.js.
"""

from generator.preview.page import Preview, make_preview, write_preview

__all__ = ["Preview", "make_preview", "write_preview"]
