import pytest
from browser.conftest import as_running
from browser.gallery.hanging import Gallery
from browser.gallery.serving import serving


@pytest.fixture
def gallery(browser, tmp_path):
    pages, loop = browser
    with serving() as address, as_running(loop), Gallery(pages.browser, address, tmp_path) as made:
        yield made
