/** Lints components and their state, which oxlint (`.oxlintrc.json`) does not read; all other files are its part. */
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  {
    ignores: ['**/*.ts', '**/*.{js,mjs,cjs,cts}', '!**/*.svelte.ts', 'dist*/', 'node_modules/', 'test-results/'],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: { ...globals.node, ...globals.browser },
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], projectService: false },
    },
    rules: {
      'no-undef': 'off', // TypeScript does this better
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Collections that nothing draws are plain on purpose; state is replaced whole.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
);
