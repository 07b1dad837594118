import pytest
from browser.conftest import as_running
from browser.gallery.hanging import Gallery
from browser.gallery.serving import serving


@pytest.fixture
def gallery(browser, tmp_path):
    running, loop = browser
    with serving() as address, as_running(loop), Gallery(running, address, tmp_path) as made:
        yield made
