"""Puts the language of the window in force."""

from importlib import resources

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from gemma_app.language import Language


class Translations:
    """What is installed for the language in force."""

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._installed: list[QTranslator] = []

    def use(self, language: Language) -> None:
        """Speak ``language`` from the next widget on; Qt's own words too."""
        for translator in self._installed:
            self._application.removeTranslator(translator)
        self._installed.clear()
        QLocale.setDefault(QLocale(language))
        if language == "en":
            return
        own = QTranslator(self._application)
        with resources.as_file(resources.files("gemma_app.ui.i18n").joinpath(f"{language}.qm")) as path:
            if own.load(str(path)):
                self._install(own)
        qt = QTranslator(self._application)
        if qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            self._install(qt)

    def _install(self, translator: QTranslator) -> None:
        self._application.installTranslator(translator)
        self._installed.append(translator)
