import pytest
from browser.conftest import as_running
from browser.gallery.hanging import Gallery
from browser.gallery.serving import serving


@pytest.fixture(scope="session")
def hall(browser):
    pages, loop = browser
    with serving() as address:
        with as_running(loop):
            made = Gallery(pages.browser, address).__enter__()
        yield made
        with as_running(loop):
            made.__exit__()


@pytest.fixture
def gallery(browser, hall, tmp_path):
    _, loop = browser
    with as_running(loop), hall.visited(tmp_path):
        yield hall
