// Runs before the first paint: the window must not flash up in the other theme. Inline code is forbidden, hence a file.
try {
  const theme = JSON.parse(localStorage.getItem('cutaway') ?? '{}').settings?.theme;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Nothing remembered: the system decides.
}
